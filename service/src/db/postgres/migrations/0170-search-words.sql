-- U+200B separates the words of scripts without spaces; not every locale treats it as a space. The service
-- rewrites the pages that contain it.
CREATE OR REPLACE FUNCTION words_of(value text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT
RETURN to_tsvector(
	'english'::regconfig,
	regexp_replace(
		normalize(translate(left(value, 250000), U&'\200B', ' '), NFD), '[\u0300-\u036f]', '', 'g'
	)
);
