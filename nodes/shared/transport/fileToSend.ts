/** A file on its way to the service, read piece by piece. */
export interface FileToSend {
	/** Distinguishes the content from that of other files with the same name and size. */
	contentId: string;
	fileName: string;
	mimeType: string;
	/** Absent when n8n does not know it. */
	sizeBytes: number | undefined;
	/** Opens the file; each call reads it from the start. */
	open(): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

export type FormPart = { name: string } & ({ text: string } | { file: FileToSend });

/**
 * A file as a part of a multipart form that is never whole in memory. axios, which n8n sends with,
 * reads a part's `size` and `stream()` (n8n-core 2.41, axios 1.18): both are answered without
 * opening the file before its turn. Append it without a file name argument, which would copy it.
 */
class StreamedFile extends File {
	readonly #file: FileToSend;

	constructor(file: FileToSend) {
		super([], file.fileName, { type: file.mimeType });
		this.#file = file;
	}

	override get size(): number {
		return this.#file.sizeBytes ?? 0;
	}

	override stream(): ReturnType<File['stream']> {
		const file = this.#file;
		async function* read() {
			yield* await file.open();
		}
		return read() as unknown as ReturnType<File['stream']>;
	}
}

/** A multipart body, to be made again for each try: a file in it can be read only once. */
export function toFormData(parts: readonly FormPart[]): FormData {
	const form = new FormData();
	for (const part of parts) {
		form.append(part.name, 'file' in part ? new StreamedFile(part.file) : part.text);
	}
	return form;
}
