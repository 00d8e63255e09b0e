import { toFormData, type FileToSend } from '../../../../nodes/shared/transport/fileToSend';

function fileOf(more: Partial<FileToSend> = {}): FileToSend {
	return {
		contentId: 'id',
		fileName: 'report.pdf',
		mimeType: 'application/pdf',
		sizeBytes: 3,
		open: async () => [Buffer.from('abc')],
		...more,
	};
}

function filePart(file: FileToSend): File {
	const part = toFormData([{ name: 'file', file }]).get('file');
	if (part instanceof File) return part;
	throw new Error('The part is no file');
}

test('a form has its parts under their names, in order', () => {
	const form = toFormData([
		{ name: 'options', text: '{}' },
		{ name: 'file', file: fileOf() },
		{ name: 'file', file: fileOf({ fileName: 'second.pdf' }) },
	]);
	expect([...form.keys()]).toEqual(['options', 'file', 'file']);
	expect(form.get('options')).toBe('{}');
});

test('a file keeps its name, type and size', () => {
	const { name, type, size } = filePart(fileOf({ sizeBytes: 4_711 }));
	expect({ name, type, size }).toEqual({
		name: 'report.pdf',
		type: 'application/pdf',
		size: 4_711,
	});
});

test('a file of unknown size has none', () => {
	expect(filePart(fileOf({ sizeBytes: undefined })).size).toBe(0);
});

test('a file is opened when it is read, not before', async () => {
	const open = jest.fn(async () => [Buffer.from('abc'), Buffer.from('def')]);
	const part = filePart(fileOf({ open }));
	expect(open).not.toHaveBeenCalled();
	// axios reads it so.
	const stream: AsyncIterable<Uint8Array> = Object(part.stream());
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	expect(Buffer.concat(chunks).toString()).toBe('abcdef');
	expect(open).toHaveBeenCalledTimes(1);
});
