"""What the projector was told by the desk (tournaments/models/screen.py); {}: it follows the evening."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_deckel_step")]

    operations = [migrations.AddField("tournament", "screen", models.JSONField(blank=True, default=dict))]
