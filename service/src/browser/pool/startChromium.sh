#!/bin/sh
# Runs CHROMIUM_PROGRAM with the niceness CHROMIUM_NICENESS, which the processes that it starts inherit.
# If CHROMIUM_AS_NOBODY is set, it runs as the user "nobody": its sandbox refuses to work for root. The browser's
# profile folder, which the caller has created, is given to that user.
if [ -z "$CHROMIUM_AS_NOBODY" ]; then
	exec nice -n "$CHROMIUM_NICENESS" "$CHROMIUM_PROGRAM" "$@"
fi
for argument in "$@"; do
	case $argument in
		--user-data-dir=*)
			HOME=${argument#*=}
			export HOME
			chown 65534:65534 "$HOME"
			;;
	esac
done
exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all \
	nice -n "$CHROMIUM_NICENESS" "$CHROMIUM_PROGRAM" "$@"
