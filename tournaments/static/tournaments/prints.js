// Print jobs while they run: their bars grow. Where one has ended, live.js fetches the list.
async function grow() {
	for (const bar of document.hidden ? [] : $$("[data-bar]")) {
		const [text] = await desk(bar.dataset.bar);
		if (text) bar.innerHTML = text; else if (text === "") look("");
	}
	setTimeout(grow, 600);
}

grow();
