"""The product's settings in a folder of their own that goes away with the process.

A settings module, not a fixture: the folder is read before any conftest is loaded.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# In memory where the system offers it: the database syncs at every commit.
MEMORY = Path("/dev/shm")
TEST_DATA_DIR = tempfile.mkdtemp(prefix="schockturnier-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
atexit.register(shutil.rmtree, TEST_DATA_DIR, ignore_errors=True)

os.environ["DATA_DIR"] = TEST_DATA_DIR
for name in ("HTTPS", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "STATIC_HASHED"):
    os.environ.pop(name, None)
os.environ["STATIC_HASHED"] = "0"

from schockturnier.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = os.path.join(TEST_DATA_DIR, "static")  # empty, but WhiteNoise wants to see it
os.mkdir(STATIC_ROOT)
