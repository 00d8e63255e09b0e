-- U+200B parts the words of scripts without blanks, which not every locale takes for a blank. Pages that
-- hold it are written anew by the service.
CREATE OR REPLACE FUNCTION words_of(value text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT
RETURN to_tsvector(
	'english'::regconfig,
	regexp_replace(
		normalize(translate(left(value, 250000), U&'\200B', ' '), NFD), '[\u0300-\u036f]', '', 'g'
	)
);
