"""The Celery application: a carrier of "please look", never the truth."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("pre_commun")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
