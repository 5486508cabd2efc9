"""Signing in and out of the desk; wrong passwords slow down, they never lock."""

import hashlib
import threading
from time import time

from django.contrib import auth
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.forms import LoginForm

FREE_TRIES = 5
LONGEST_WAIT = 60
"""Seconds."""
MEMORY = 15 * 60
_one_by_one = threading.Lock()


@never_cache
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """The login. After five wrong tries for one name from one address each next one waits longer."""
    target = _next(request)
    if request.user.is_authenticated and request.method in ("GET", "HEAD"):
        return redirect(target)
    form = LoginForm(request.POST or None)
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        status = _try(request, form)
        if status == 200:
            return redirect(target)
    return render(request, "desk/login.html", {"form": form, "next": target}, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    auth.logout(request)
    return redirect("desk:login")


def _try(request: HttpRequest, form: LoginForm) -> int:
    """Sign in; 200, or the status of the refusal that the form now shows."""
    name = form.cleaned_data["name"].strip()
    place = _place(request, name)
    wait = _counted(place)
    if wait:
        form.refuse(RuleViolation("login_slow", seconds=wait))
        return 429
    user = auth.authenticate(request, username=name, password=form.cleaned_data["password"])
    if user is None:
        form.refuse(RuleViolation("login_wrong"))
        return 400
    cache.delete(place)
    auth.login(request, user)
    return 200


def _counted(place: str) -> int:
    """Seconds to wait; 0 when this try may go on. It is counted before it is known to be wrong: many that
    come in one moment are not all the fifth."""
    with _one_by_one:
        tries, until = cache.get(place) or (0, 0.0)
        wait = int(until - time()) + 1
        # Further ahead than anybody is sent: the clock was put back since then.
        if 1 < wait <= LONGEST_WAIT + 1:
            return wait
        tries += 1
        delay = 0 if tries < FREE_TRIES else min(LONGEST_WAIT, 2 ** (tries - FREE_TRIES + 1))
        cache.set(place, (tries, time() + delay), MEMORY)
        return 0


def _place(request: HttpRequest, name: str) -> str:
    """Where tries are counted: one name from one address, so that nobody slows down somebody else."""
    source = f"{request.META.get('REMOTE_ADDR', '')}|{name.casefold()}"
    return f"login-{hashlib.sha256(source.encode()).hexdigest()}"


def _next(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    # A word alone is no address: redirect() would look for a page of that name.
    return wanted if safe and wanted.startswith("/") else "/leitung/"
