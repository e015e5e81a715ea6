"""The web server's door; with EMBEDDED_CLOCK set, the clock runs in the same process."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

if os.environ.get("EMBEDDED_CLOCK"):
    from config import embedded_clock  # only now are the models there

    embedded_clock.start()
