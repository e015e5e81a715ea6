"""The forum's addresses."""

from django.urls import path

from games.views import challenges, health, home, matches, orders, people, rules, teams

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("rules/", rules.rules_list, name="rules_list"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("favicon.ico", home.favicon, name="favicon"),
    path("language/", people.set_language, name="set_language"),
    path("preferences/", people.preferences, name="preferences"),
    path("teams/", teams.team_list, name="team_list"),
    path("teams/new/", teams.team_create, name="team_create"),
    path("teams/<slug:slug>/", teams.team_detail, name="team_detail"),
    path("teams/<slug:slug>/manage/", teams.team_manage, name="team_manage"),
    path("teams/<slug:slug>/challenge/", challenges.challenge_send, name="challenge_send"),
    path("challenges/<int:pk>/", challenges.challenge_answer, name="challenge_answer"),
    path("invitations/<int:pk>/", teams.invitation_answer, name="invitation_answer"),
    path("matches/", matches.match_list, name="match_list"),
    path("m/<slug:public_id>/", matches.match_detail, name="match_detail"),
    path("m/<slug:public_id>/news/", matches.match_news, name="match_news"),
    path("m/<slug:public_id>/post/<int:number>/", matches.post, name="post"),
    path("m/<slug:public_id>/say/", matches.post_create, name="post_create"),
    path("m/<slug:public_id>/turn/<int:number>.<str:kind>", matches.report, name="report"),
    path("m/<slug:public_id>/journal/", matches.journal, name="journal"),
    path("m/<slug:public_id>/match.json", matches.match_file, name="match_file"),
    path("m/<slug:public_id>/word/", matches.word, name="word"),
    path("m/<slug:public_id>/line-up/", matches.line_up, name="line_up"),
    path("m/<slug:public_id>/order/", orders.order, name="order"),
    path("m/<slug:public_id>/order/clock/<int:number>/", orders.order_clock, name="order_clock"),
    path("m/<slug:public_id>/order/receipt/", orders.receipt, name="receipt"),
]
