"""The one settings file. Everything that differs between places comes from the environment.

MODE says where this runs: ``production`` (the default, and safe as it stands), ``play``
(``make play``: one machine, SQLite, the clock inside, mail on the console) or ``test``.
"""

from pathlib import Path

import django_stubs_ext
import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

django_stubs_ext.monkeypatch()  # so that ModelAdmin[Match] and its like can be written

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
MODE = env.str("MODE", "production")
PRODUCTION = MODE == "production"
DEBUG = False

if MODE not in {"production", "play", "test"}:
    raise ImproperlyConfigured(f"MODE is 'production', 'play' or 'test', not {MODE!r}")


def _kept_secret_key() -> str:
    """The key of a site at play: made once, kept beside its database."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(get_random_secret_key())
        path.chmod(0o600)
    return path.read_text()


if PRODUCTION:
    SECRET_KEY = env.str("SECRET_KEY")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
    SITE_URL = env.str("SITE_URL", f"https://{ALLOWED_HOSTS[0]}")
else:
    SECRET_KEY = "test" * 16 if MODE == "test" else _kept_secret_key()
    ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
    SITE_URL = env.str("SITE_URL", "http://localhost:8000")

GAMES = ["soule", "piedballe", "boules"]

INSTALLED_APPS = [
    "games",
    *GAMES,
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "config.apps.Office",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "games.middleware.reader_language",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.middleware.reader_zone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"
DEFAULT_EXCEPTION_REPORTER_FILTER = "games.views.errors.ReportFilter"

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
    }
]

# The database is the truth; the rows are the queue.

DATABASES = {"default": env.db("DATABASE_URL", f"sqlite:///{VAR_DIR / 'pre-commun.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    VAR_DIR.mkdir(exist_ok=True)
    # IMMEDIATE transactions stand in for row locks; WAL lets readers read meanwhile.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
elif PRODUCTION:
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 8}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Tests that run at once share one Redis: each process has a corner of its own.
CACHE_CORNER = env.str("PYTEST_XDIST_WORKER", "")
REDIS_URL = env.str("REDIS_URL", "")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": CACHE_CORNER,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# The clock: `tick` finds what is due in the database, so Celery only carries "please look".
# Mail has a queue and a worker of its own: a mail server that hangs must not hold up the clock.

TICK_SECONDS = 5
CELERY_BROKER_URL = REDIS_URL
CELERY_TIMEZONE = "UTC"  # with a zone that changes its clocks beat stalls an hour in autumn
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120  # `tick` and `post` stop by themselves long before
CELERY_TASK_DEFAULT_QUEUE = "clock"
CELERY_TASK_ROUTES = {"games.tasks.post": {"queue": "mail"}}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 5,
}
CELERY_BEAT_SCHEDULE = {
    name: {
        "task": f"games.tasks.{name}",
        "schedule": TICK_SECONDS,
        "options": {"expires": 2 * TICK_SECONDS},
    }
    for name in ("tick", "post")
}
CELERY_BEAT_SCHEDULE["tidy"] = {
    "task": "games.tasks.tidy",
    "schedule": crontab(hour="4", minute="0"),
    "options": {"expires": 3600},
}

# People

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if MODE == "test":
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_CHANGE_EMAIL = True  # one address a member; a new one replaces it once confirmed
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Le Pré commun] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_ADAPTER = "games.accounts.Adapter"

EMAIL_CONFIG = env.email_url("EMAIL_URL", "smtp://localhost:25" if PRODUCTION else "consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("MAIL_FROM", "Le Pré commun <crieur@localhost>")
ADMINS = [("", address) for address in env.list("ADMINS", default=[])]

# Languages: French first; the reader chooses, and the choice is remembered.

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_ZONE = env.str("DEFAULT_ZONE", "Europe/Paris")

# Files

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if MODE == "test"
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = MODE == "test"

# Safety

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = ["^healthz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("HSTS_SUBDOMAINS", False)
if not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    # Both bind the operator's whole domain, other sites of his included: his choice, not ours.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if env.bool("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # else all visitors share one address, and its limits
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "games": {"level": "INFO" if MODE != "test" else "WARNING"},
        # Their warnings name the address: a refused order would tell that a side is sending.
        "django.request": {"level": "ERROR"},
        "django.security.csrf": {"level": "ERROR"},
    },
}
