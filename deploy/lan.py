"""This machine's addresses in the hall's network, from the kernel; no packet is sent, no name looked up."""

import fcntl
import os
import socket
import struct

GET_ADDRESS = 0x8915  # SIOCGIFADDR of <linux/sockios.h>
NOT_THE_HALL = ("lo", "docker", "br-", "veth", "virbr", "lxc", "tun", "tap")


def addresses() -> list[str]:
    """IPv4 addresses that guests may reach, the one of the default route first; may be empty."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))  # UDP: picks the route and stays silent
            found.append(probe.getsockname()[0])
        except OSError:
            pass
        for _, name in socket.if_nameindex():
            if name.startswith(NOT_THE_HALL):
                continue
            try:
                answer = fcntl.ioctl(probe.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:  # an interface without an address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def named_url() -> str:
    """Where the environment says that browsers find the pages, "" when it does not: PUBLIC_URL, else behind a
    proxy with TLS the first name of ALLOWED_HOSTS, which the address of this machine would not be."""
    named = os.environ.get("PUBLIC_URL", "").strip().rstrip("/")
    https = os.environ.get("HTTPS", "").strip().lower() in {"1", "true", "yes", "on", "ja"}
    hosts = [host.strip() for host in os.environ.get("ALLOWED_HOSTS", "").split(",")]
    whole = [host for host in hosts if host and host[0] not in ".*"]
    return named or (f"https://{whole[0]}" if https and whole else "")


def host_names() -> list[str]:
    """What a browser in the hall may write into its address line, besides the addresses."""
    name = socket.gethostname().lower()
    zones = ("local", "lan", "fritz.box", "home.arpa")
    return ["localhost", "127.0.0.1", "[::1]", name, *(f"{name}.{zone}" for zone in zones)]
