import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { FormPart } from './fileToSend';
import { WebDataError } from './webDataError';

/** One call to the service, as plain data: two calls that differ anywhere differ as JSON, too. */
export interface ServiceRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'PUT' | 'DELETE'>;
	/** Path below the base URL, starting with a slash; values in it go through `pathPart`. */
	path: string;
	/**
	 * The ID of what it is about, which a message of the service that does not know it names. Absent where the
	 * message of a job has it anyway.
	 */
	id?: string;
	query?: IDataObject;
	/** JSON body. */
	body?: object;
	/** Parts of a multipart body. */
	form?: readonly FormPart[];
	/** User name and password of the login it may type; not sent by themselves. */
	login?: readonly string[];
	/**
	 * The names that lead to a field which every success has (`api/openapi.yaml`): JSON without it came from
	 * something between. Of a submit only where its ID, which proves as much, is not in the answer.
	 */
	expects?: readonly string[];
	/** `stream` leaves the body of a success unread, for files of any size. */
	answer?: 'json' | 'stream';
}

/** What the service answered. Header names are lower case. */
export interface ServiceAnswer {
	status: number;
	headers: Readonly<Record<string, string | undefined>>;
	body: unknown;
}

export function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

export function isRedirect(status: number): boolean {
	return status >= 300 && status < 400;
}

/** Content types of what people read, and of messages between programs: of no stored file. */
const NO_FILE = /^(text\/|application\/([\w.-]+\+)?(json|xml))|^application\/xhtml/i;

/** Whether an answer is a web page or a text, by its content type; what says nothing of itself is none. */
export function isNoFile({ headers }: Pick<ServiceAnswer, 'headers'>): boolean {
	return NO_FILE.test(headers['content-type'] ?? '');
}

/**
 * A value as one part of a path: an ID can't leave its place in the address.
 * @throws WebDataError for `.` and `..`, which mean another path however they are encoded
 */
export function pathPart(value: string): string {
	if (value === '.' || value === '..') {
		throw new WebDataError(
			`'${value}' is not an ID`,
			'Enter the ID exactly as the service returns it.',
		);
	}
	return encodeURIComponent(value);
}
