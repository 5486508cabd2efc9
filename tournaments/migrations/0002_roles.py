"""The two roles of the desk (model.md, last table); the names are those of tournaments/access.py."""

from django.db import migrations

ROLES = ("Leitung", "Helfer")


def add_roles(apps, schema_editor):
    group = apps.get_model("auth", "Group")
    for name in ROLES:
        group.objects.get_or_create(name=name)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [migrations.RunPython(add_roles, migrations.RunPython.noop)]
