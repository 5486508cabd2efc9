# Shared by deploy/run, deploy/restore and deploy/test: what must be on the machine before Python code of ours runs.
# Asks the network only for what is missing.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV=$ROOT/.venv
PYTHON=${PYTHON:-python3}
FULL='Die Festplatte ist voll. Platz schaffen und noch einmal starten.'
ONLINE='Beim ersten Start ist eine Verbindung zum Internet nötig.'

say() { printf '%s\n' "$*"; }
die() { printf 'Fehler: %s\n' "$*" >&2; exit 1; }

need_python() {
    command -v "$PYTHON" >/dev/null || die "Python fehlt. Abhilfe: apt-get install python3"
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "Python $("$PYTHON" -c 'import platform; print(platform.python_version())') ist zu alt, nötig ist 3.11 oder neuer (Debian 12, Ubuntu 24.04)."
}

# has_library libpango-1.0.so.0
has_library() { /sbin/ldconfig -p 2>/dev/null | grep -F "$1" >/dev/null; }  # no -q: it would break the pipe
has_package() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
has_file() { compgen -G "$1" >/dev/null; }

# Prints the Debian packages that the embedded stack lacks; asks for the thing, not for the package,
# so that a machine that has it from elsewhere is content.
missing_runtime() {
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || [ -x "$VENV/bin/python" ] || echo python3-venv
    has_library libpango-1.0.so.0 || echo libpango-1.0-0
    has_library libpangoft2-1.0.so.0 || echo libpangoft2-1.0-0
    has_library libharfbuzz-subset.so.0 || echo libharfbuzz-subset0
    has_file '/usr/share/fonts/*/noto/NotoSans-Regular.*' || echo fonts-noto-core
    has_file '/usr/share/fonts/*/urw-base35/P052-Roman.*' || echo fonts-urw-base35
    [ -e /usr/share/zoneinfo/Europe/Berlin ] || echo tzdata
    command -v msgfmt >/dev/null || echo gettext
}

# need_packages NAME…: installs them, or says in one line what a person has to do.
need_packages() {
    [ $# -gt 0 ] || return 0
    command -v apt-get >/dev/null || die "Es fehlt: $*. Bitte mit der Paketverwaltung dieses Systems einrichten."
    local -a root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "Es fehlt: $*. Ohne sudo bitte als root: apt-get install $*"
        root=(sudo)
    fi
    say "Richte ein: $*"
    local log
    log=$(mktemp)
    if ! "${root[@]}" apt-get update -q >"$log" 2>&1 ||
        ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a \
            apt-get install -y -q --no-install-recommends "$@" >>"$log" 2>&1; then
        package_failure "$log" "$*"
    fi
    rm -f "$log"
}

# package_failure LOG PACKAGES: ends with what a person has to do.
package_failure() {
    local said
    said=$(<"$1")
    rm -f "$1"
    printf '%s\n' "$said" | tail -n 5 >&2
    case ${said,,} in
        *'no space left'*) die "$FULL" ;;
        *'password is required'* | *'not in the sudoers'*) die "sudo ist nicht erlaubt. Bitte als root: apt-get install $2" ;;
        *) die "Die Pakete $2 ließen sich nicht einrichten. $ONLINE" ;;
    esac
}

# need_free DIRECTORY MEGABYTES
need_free() {
    local free
    free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
    [ "${free:-0}" -ge "$2" ] || die "Die Festplatte ist voll: auf $1 sind ${free:-0} MB frei, nötig sind $2 MB."
}

# The packages of deploy/test besides those above.
missing_tools() {
    find_chromium >/dev/null || is_ubuntu || echo chromium
    command -v redis-server >/dev/null || echo redis-server
    has_file '/usr/lib/postgresql/*/bin/initdb' || echo postgresql
    command -v pdftotext >/dev/null || echo poppler-utils
    command -v zbarimg >/dev/null || echo zbar-tools
    [ -x /usr/sbin/nginx ] || echo nginx
    command -v openssl >/dev/null || echo openssl
}

is_ubuntu() { grep -q '^ID=ubuntu' "${OS_RELEASE:-/etc/os-release}"; }

# Prints the first Chromium that starts: Ubuntu's package of that name is only a hint at its snap.
find_chromium() {
    local name
    for name in ${CHROMIUM:-} chromium google-chrome google-chrome-stable /snap/bin/chromium chromium-browser; do
        if timeout 20 "$name" --version >/dev/null 2>&1; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

# need_chromium: sets CHROMIUM for the browser tests; Ubuntu has it as a snap only.
need_chromium() {
    if ! find_chromium >/dev/null && is_ubuntu && command -v snap >/dev/null; then
        say "Richte ein: chromium (snap)"
        local -a root=()
        [ "$(id -u)" = 0 ] || root=(sudo)
        "${root[@]}" snap install chromium || true
    fi
    CHROMIUM=$(find_chromium) ||
        die "Es fehlt ein Chromium, das startet. Abhilfe: apt-get install chromium, unter Ubuntu snap install chromium, oder Google Chrome. (No Chromium starts: install the package, on Ubuntu the snap, or Google Chrome.)"
    export CHROMIUM
}

python_version() { "$1" -c 'import sys; print(sys.version_info[:2])' 2>/dev/null; }

# fingerprint FILE…: changes when one of these requirements or the version of Python does.
fingerprint() { (cd "$ROOT" && { python_version "$PYTHON"; cat "$@"; } | sha256sum); }

# need_venv FILE…: .venv with the last of these, which includes the others; filled again only after a change.
# Two starts at once: the second waits and finds it filled. The lock is on a file: nothing inherits it.
need_venv() {
    has_venv "$@" && return 0
    [ -w "$ROOT" ] || die "Der Ordner $ROOT ist nicht beschreibbar."
    (
        flock 9
        has_venv "$@" || fill_venv "$@"
    ) 9>"$ROOT/.venv.lock" || exit 1
}

stamp_of() { printf '%s\n' "$VENV/.$1.stamp"; }

has_venv() {
    [ -x "$VENV/bin/python" ] && [ "$(cat "$(stamp_of "${!#}")" 2>/dev/null)" = "$(fingerprint "$@")" ]
}

fill_venv() {
    local last=${!#}
    need_free "$ROOT" 700
    # Without pip: somebody ended the first start in the middle.
    if [ "$(python_version "$VENV/bin/python")" != "$(python_version "$PYTHON")" ] ||
        ! "$VENV/bin/python" -c 'import pip' 2>/dev/null; then
        rm -rf "$VENV"
        "$PYTHON" -m venv "$VENV" || die "Die Python-Umgebung ließ sich nicht anlegen. Abhilfe: apt-get install python3-venv"
    fi
    install_requirements "$last" 9>&-
    fingerprint requirements.txt >"$(stamp_of requirements.txt)"
    fingerprint "$@" >"$(stamp_of "$last")"
}

install_requirements() {
    say "Richte die Python-Pakete ein (einmalig, etwa eine Minute) …"
    local log
    log=$(mktemp)
    if ! "$VENV/bin/python" -m pip install -q --no-input --disable-pip-version-check \
        --retries 2 --timeout 20 -r "$ROOT/$1" >"$log" 2>&1; then
        local said
        said=$(<"$log")
        rm -f "$log"
        printf '%s\n' "$said" | tail -n 5 >&2
        case ${said,,} in
            *'no space left'*) die "$FULL" ;;
            *) die "Die Python-Pakete ließen sich nicht laden. $ONLINE" ;;
        esac
    fi
    rm -f "$log"
}
