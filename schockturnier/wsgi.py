"""WSGI entry point, for servers that speak nothing else (no live stream then, pages poll)."""

import os

from django.core.wsgi import get_wsgi_application

from schockturnier.readable import in_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schockturnier.settings")

application = in_utf_8(get_wsgi_application())
