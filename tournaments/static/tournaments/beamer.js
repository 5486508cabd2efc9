// Turns the projector's pages unless the desk holds them, from the first when something else is shown.
let timer, number = 0, told = $("[data-series]").dataset;

function turn(to = (number + !told.held) % told.turning) {
	clearTimeout(timer);
	timer = setTimeout(turn, 12000);
	if (to === number) return;
	$("[data-part]").dataset.part = `${told.at}${sessionStorage.page = number = to}/`;
	look("");
}

turn(told.held && +sessionStorage.page || 0);
on("part", () => {
	const { series, gongs } = told, gong = $(".gong");
	told = $("[data-series]").dataset;
	if (series !== told.series) setTimeout(turn, 0, 0);
	if (gongs === told.gongs) return;
	setTimeout(() => gong.hidden = true, 6000, gong.hidden = false);
	$("audio").play().catch(() => {});
});
