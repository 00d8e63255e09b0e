import { z } from 'zod';

/** A path within the dashboard; anything else becomes the overview. One slash: two lead elsewhere. */
export const localPath = z
	.string()
	.regex(/^\/(?![/\\])[\x21-\x7e]*$/)
	.catch('/');
