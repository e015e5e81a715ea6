# One image: web, worker, mailer and beat differ only in their command (docker-compose.yml).
FROM python:3.11-slim-bookworm

ENV MODE=production PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

RUN useradd --system --uid 10001 --no-create-home crieur
WORKDIR /srv/pre-commun

COPY requirements/run.txt requirements/run.txt
RUN pip install --require-hashes --requirement requirements/run.txt

COPY . .
# The key is thrown away: it signs nothing while files are gathered.
RUN python tools/messages.py compile \
    && SECRET_KEY=for-the-build-only ALLOWED_HOSTS=localhost \
       DATABASE_URL=postgres://nobody@localhost/none \
       python manage.py collectstatic --noinput --verbosity 0

USER crieur
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--workers", "2", "--threads", "4", "--no-control-socket"]
