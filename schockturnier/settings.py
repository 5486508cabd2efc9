"""All settings, read from the environment; without any variable the embedded stack of one laptop.

Every variable is listed with its meaning in deploy/env.example.
"""

import os
import secrets
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from schockturnier.told import of_file


def env_str(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool = False) -> bool:
    value = env_str(name).lower()
    if value in {"1", "true", "yes", "on", "ja"}:
        return True
    if value in {"0", "false", "no", "off", "nein"}:
        return False
    if value:
        raise ImproperlyConfigured(f"{name} muss 0 oder 1 sein, nicht „{value}“.")
    return default


def env_int(name: str, default: int) -> int:
    value = env_str(name)
    if value and not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} muss eine Zahl sein, nicht „{value}“.")
    return int(value) if value else default


def env_list(name: str) -> list[str]:
    return [item.strip() for item in env_str(name).split(",") if item.strip()]


def secret_key(folder: Path) -> str:
    """The installation's key, made once; linked into place so that two first starts agree on one. An empty
    one is what a power cut left: another is made, and everybody signs in again."""
    path = folder / "secret_key"
    if path.exists() and not path.stat().st_size:
        path.unlink(missing_ok=True)
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=folder)  # 0600 from the first byte
        try:
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(64))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                os.link(draft, path)
        except PermissionError:  # a disk without second names, as on a stick: there the last one stays
            os.replace(draft, path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(draft)
    return path.read_text().strip()


def lan_hosts() -> list[str]:
    """Names of this machine in a hall's network; asks the kernel only, never a name server."""
    name = socket.gethostname().lower()
    hosts = ["localhost", "127.0.0.1", "[::1]", name]
    hosts += [f"{name}.{zone}" for zone in ("local", "lan", "fritz.box", "home.arpa")]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))  # UDP: picks the route, sends nothing
            hosts.append(probe.getsockname()[0])
        except OSError:
            pass
    return hosts


def database(url: str) -> dict[str, Any]:
    config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    if config["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE takes the write lock at the start: no deadlock between readers that turn writers.
        # FULL: what was acknowledged survives a power cut.
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
        }
        # A file, because threads that share an in-memory database meet table locks without a timeout.
        config["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    elif config["ENGINE"].endswith("postgresql"):
        # A server that is away is told on the page, not waited for.
        config.setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    return config


BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env_str("DATA_DIR", "~/.local/share/schockturnier")).expanduser().absolute()
BACKUP_DIR = DATA_DIR / "backups"
PRINT_DIR = DATA_DIR / "prints"
QUEUE_DIR = DATA_DIR / "queue"
try:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    for folder in (BACKUP_DIR, PRINT_DIR, QUEUE_DIR):
        folder.mkdir(mode=0o700, exist_ok=True)
    SECRET_KEY = env_str("SECRET_KEY") or secret_key(DATA_DIR)
except OSError as error:
    raise ImproperlyConfigured(f"Der Ordner {DATA_DIR} ist nicht beschreibbar: {error.strerror}.") from error

DEBUG = env_bool("DEBUG")
HTTPS = env_bool("HTTPS")
REDIS_URL = env_str("REDIS_URL")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS") or lan_hosts()
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
# Where guests and tablets reach this installation; printed as QR codes. deploy/run passes the LAN address.
PUBLIC_URL = env_str("PUBLIC_URL", "http://localhost:8000").rstrip("/")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_tables2",
    "scoring",
    "tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Before everything that may answer by itself: a refusal has these headers too.
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "schockturnier.readable.MostAtOnce",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tournaments.views.trouble.with_a_page",
]
ROOT_URLCONF = "schockturnier.urls"
WSGI_APPLICATION = "schockturnier.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Quoted: a folder „Turnier #1“ would end at its # otherwise.
OWN_DATABASE = f"sqlite:///{quote(str(DATA_DIR / 'db.sqlite3'))}"
DATABASES = {"default": database(env_str("DATABASE_URL", OWN_DATABASE))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 1000}}
}
if REDIS_URL:
    CACHES["default"] = {"BACKEND": "schockturnier.cache.OpenRedisCache", "LOCATION": REDIS_URL}

# Accounts and sessions
LOGIN_URL = "/leitung/anmelden/"
LOGIN_REDIRECT_URL = "/leitung/"
LOGOUT_REDIRECT_URL = "/leitung/anmelden/"
AUTHENTICATION_BACKENDS = ["tournaments.access.DeskBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 24 * 60 * 60  # from the doors in the morning to the champion after midnight
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

# What the browser is told
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"  # a table's code never leaves in a referrer
# Browsers ignore this header on plain http and complain about it on the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "object-src": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000  # the preview of 2,000 people asks up to five things about each line

# Streams of the hall that one process keeps open, 15 KiB each; pages beyond that poll.
MAX_STREAMS = env_int("MAX_STREAMS", 5000)

# Language and time
LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
FORMAT_MODULE_PATH = "schockturnier.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Berlin"

# Static files: hashed and compressed once collected (deploy/run does it), else read from the source tree.
STATIC_URL = "/static/"
STATIC_ROOT = Path(env_str("STATIC_ROOT", str(BASE_DIR / ".static")))
STATIC_HASHED = env_bool("STATIC_HASHED", default=not DEBUG and (STATIC_ROOT / "staticfiles.json").exists())
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_HASHED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_HASHED
WHITENOISE_ADD_HEADERS_FUNCTION = of_file

# Print jobs: the row is the truth, the message a hint; so no result backend, and a lost message is re-sent.
CELERY_BROKER_URL = REDIS_URL or "folder://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "visibility_timeout": 600,
        "max_retries": 1,
        "interval_start": 0,
    }
    if REDIS_URL
    else {
        "data_folder_in": str(QUEUE_DIR),
        "data_folder_out": str(QUEUE_DIR),
        "control_folder": str(QUEUE_DIR / "control"),
        "store_processed": False,
        "polling_interval": 0.1,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False  # a broker that is down must not hold up the person who clicked
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SERIALIZER = "json"
CELERY_WORKER_POOL = "prefork"
CELERY_WORKER_CONCURRENCY = 1
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 60.0  # a slow laptop warms up its fonts before the first sheet
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000  # KiB
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 2.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"mask": {"()": "schockturnier.logs.MaskCodes"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "filters": ["mask"], "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env_str("LOG_LEVEL", "WARNING").upper()},
    "loggers": {
        name: {"handlers": ["stderr"], "propagate": False}
        for name in ("django", "django.server", "uvicorn", "uvicorn.access")
    },
}
