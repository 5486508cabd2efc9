"""WSGI entry point, for servers that speak nothing else (no live stream then, pages poll)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schockturnier.settings")

application = get_wsgi_application()
