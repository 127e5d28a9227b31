# Part of scripts/deps.sh: packages of this machine's release, and of other Debian releases.
#
# shellcheck shell=bash
# shellcheck disable=SC2154  # deps: set by scripts/deps.sh

missing=()
updated=

# find_missing GROUP LINES: adds to `missing` what the lines ask for and the machine lacks.
find_missing() {
    local group=$1 lines=$2 installed package check present=() absent=()
    # shellcheck disable=SC2046  # a list of words
    installed=$(installed_packages $(awk 'NF { print $1 }' <<<"$lines"))
    while read -r package check; do
        [ -n "$package" ] || continue
        if is_satisfied "$package" "$check" "$installed"; then
            present+=("$package")
        else
            absent+=("$package")
        fi
    done <<<"$lines"
    [ ${#present[@]} -eq 0 ] || say "$group: ${present[*]} present"
    [ ${#absent[@]} -eq 0 ] || say "$group: ${absent[*]} missing"
    missing+=("${absent[@]}")
}

is_satisfied() {
    local package=$1 check=$2 installed=$3
    if [ -z "$check" ]; then
        grep -qxF "$package" <<<"$installed"
    else
        $check >/dev/null 2>&1 # a command and its words
    fi
}

installed_packages() {
    [ $# -eq 0 ] ||
        dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
        sed -n 's/^installed //p' || true
}

install_missing() {
    local output
    [ ${#missing[@]} -gt 0 ] || return 0
    can_install || die "cannot install without root and apt; missing: ${missing[*]}"
    update_lists
    say "installing ${missing[*]} ..."
    output=$(DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 "${missing[@]}" 2>&1) ||
        die "apt-get install failed: $output"
}

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# Once a run. apt waits for the lock of dpkg but not for that of the lists, hence the loop.
update_lists() {
    local try output
    [ -z "$updated" ] || return 0
    updated=1
    say "apt-get update ..."
    for try in {1..60}; do
        output=$(apt-get update -qq 2>&1) && return
        [[ $output = *"Could not get lock"* ]] || break
        [ "$try" -gt 1 ] || say "another apt is running, waiting ..."
        sleep 5
    done
    die "apt-get update failed: $output"
}

# --- other releases -------------------------------------------------------------------------------
# Their packages are never installed, only unpacked into the private folder. apt fetches and verifies
# them through a root of its own, so that the machine's apt configuration stays as it is.

keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# other_release SUITE FOLDER [ARCHITECTURE]: makes an apt root for SUITE in FOLDER; prints its configuration file.
other_release() {
    local suite=$1 folder=$2 architecture=${3:-amd64} mirror
    command -v apt-get >/dev/null || die "packages of Debian $suite are needed: no apt-get here"
    [ -f "$keyring" ] || die "packages of Debian $suite are needed: install debian-archive-keyring"
    mirror=$(debian_mirror)
    mkdir -p "$folder"/{lists/partial,cache/archives/partial,none}
    : >"$folder/status"
    echo "deb [arch=$architecture signed-by=$keyring] $mirror $suite main" >"$folder/sources.list"
    apt_configuration "$folder" "$architecture" >"$folder/apt.conf"
    apt-get -c "$folder/apt.conf" update -qq >&2
    echo "$folder/apt.conf"
}

# The machine's settings (proxies and the like) stay in force, except for these. The empty status
# file makes the other release whole by itself: dependencies are resolved as on an empty machine.
apt_configuration() {
    cat <<END
APT::Architecture "$2"; #clear APT::Architectures; APT::Architectures "$2";
Dir::State "$1"; Dir::State::lists "$1/lists"; Dir::State::status "$1/status";
Dir::Cache "$1/cache"; Dir::Cache::archives "$1/cache/archives";
Dir::Etc::sourcelist "$1/sources.list"; Dir::Etc::sourceparts "$1/none";
Dir::Etc::preferences "$1/none/file"; Dir::Etc::preferencesparts "$1/none";
#clear APT::Default-Release; #clear APT::Update;
Acquire::Languages "none"; Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
APT::Sandbox::User "root"; # the user _apt may not be able to reach the folder
END
}

debian_mirror() {
    local mirrors
    if [ -n "${PBW_DEBIAN_MIRROR:-}" ]; then
        echo "$PBW_DEBIAN_MIRROR"
        return
    fi
    mirrors=$(known_mirrors)
    if [ -z "$mirrors" ] && can_install; then
        update_lists >&2
        mirrors=$(known_mirrors)
    fi
    [ -n "$mirrors" ] || die "apt's sources name no Debian mirror: set PBW_DEBIAN_MIRROR"
    echo "${mirrors%%$'\n'*}"
}

known_mirrors() {
    # shellcheck disable=SC2016  # apt expands it
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian'
}

# with_dependencies CONF PACKAGE: the package and all that it depends on.
with_dependencies() {
    apt-get -c "$1" -s -qq install --no-install-recommends "$2" | sed -n 's/^Inst \([^ :]*\).*/\1/p'
}

# unpack_packages CONF FOLDER PACKAGE...: downloads packages and unpacks them into FOLDER.
unpack_packages() {
    local conf=$1 folder=$2 debs deb
    shift 2
    debs=$(dirname "$conf")/debs
    mkdir -p "$debs" "$folder"
    (cd "$debs" && apt-get -c "$conf" download -qq "$@") || die "could not download: $*"
    for deb in "$debs"/*.deb; do
        dpkg-deb -x "$deb" "$folder"
    done
}
