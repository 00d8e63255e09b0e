const announcements = document.getElementById('announcements');

/** Has screen readers say a text. */
export function announce(text) {
	if (announcements !== null) announcements.textContent = text;
}
