/** Whether a body is a form with several parts, by its content type. */
export function isForm(contentType: string): boolean {
	return contentType.startsWith('multipart/form-data');
}

/**
 * The parts of such a body, as a server reads it.
 * @throws TypeError for what is no form, such as one that breaks off
 */
export async function readForm(contentType: string, bytes: Buffer<ArrayBuffer>): Promise<FormData> {
	return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
}
