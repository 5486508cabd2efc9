"""Accounts of those who help at the desk. The password is shown once, in the answer that made it."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, require_role
from tournaments.forms import AccountForm
from tournaments.services.accounts import add_helper, close_account, password_mark, renew_password
from tournaments.views.answers import status_of
from tournaments.views.desk._page import refused_page, render_desk


@sensitive_variables("password")
def accounts(request: HttpRequest) -> HttpResponse:
    """Everybody who may sign in; a new Helfer by name."""
    require_role(request.user, LEITUNG)
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user, password = add_helper(name=form.cleaned_data["name"])
        except RuleViolation as violation:
            form.refuse(violation)
            return _page(request, form, status=status_of(violation))
        return _page(request, AccountForm(), user=user, password=password)
    return _page(request, form, status=400 if request.method == "POST" else 200)


@require_POST
@sensitive_variables("password")
def renew(request: HttpRequest, user_id: int) -> HttpResponse:
    """A new password for a Helfer."""
    require_role(request.user, LEITUNG)
    try:
        user, password = renew_password(user_id=user_id, seen=request.POST.get("seen", ""))
    except RuleViolation as violation:
        return refused_page(request, None, violation, "/leitung/konten/")
    return _page(request, AccountForm(), user=user, password=password)


@require_POST
def close(request: HttpRequest, user_id: int) -> HttpResponse:
    """A Helfer may no longer sign in."""
    require_role(request.user, LEITUNG)
    try:
        close_account(user_id=user_id)
    except RuleViolation as violation:
        return refused_page(request, None, violation, "/leitung/konten/")
    return redirect("desk:accounts")


def _page(request: HttpRequest, form: AccountForm, *, status: int = 200, **new: Any) -> HttpResponse:
    people = User.objects.order_by("username").prefetch_related("groups")
    rows = [
        {"user": user, "leads": LEITUNG in roles, "helps": HELFER in roles, "mark": password_mark(user)}
        for user in people
        if (roles := {group.name for group in user.groups.all()}) or user.is_superuser
    ]
    return render_desk(
        request, None, "desk/konten.html", {"form": form, "rows": rows, "new": new}, status=status
    )
