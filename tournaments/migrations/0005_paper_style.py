"""Logo and line at the foot of every sheet (tournaments/models/paper_style.py)."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_screen")]

    operations = [
        migrations.CreateModel(
            name="PaperStyle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("footer", models.CharField(blank=True, max_length=120)),
                ("logo", models.BinaryField(blank=True, default=bytes)),
                ("logo_type", models.CharField(blank=True, max_length=20)),
                ("logo_digest", models.CharField(blank=True, max_length=64)),
                ("logo_text", models.CharField(blank=True, max_length=80)),
                ("tournament", models.OneToOneField(
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="paper_style",
                    to="tournaments.tournament",
                )),
            ],
        ),
    ]
