/** How long something is away: less, as much, and more than the service waits for a connection. */
export const OUTAGES_SECONDS = [3, 15, 40];
