from django.contrib import admin
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path


def enter(request: HttpRequest) -> HttpResponse:
    """Logs in and redirects to `next`."""
    login(request, User.objects.get(username="ada"))
    return redirect(request.GET["next"])


urlpatterns = [path("enter/", enter), path("admin/", admin.site.urls)]
