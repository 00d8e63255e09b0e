#!/bin/sh
# Runs Chromium as the user "nobody": its sandbox refuses to work for root. The browser's profile folder,
# which the caller has created, is given to that user.
for argument in "$@"; do
	case $argument in
		--user-data-dir=*)
			HOME=${argument#*=}
			export HOME
			chown 65534:65534 "$HOME"
			;;
	esac
done
exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$CHROMIUM_PROGRAM" "$@"
