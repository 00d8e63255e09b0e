import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** One call to the service, as plain data. */
export interface ServiceRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'PUT' | 'DELETE'>;
	/** Path below the base URL, starting with a slash; values in it go through `pathPart`. */
	path: string;
	query?: IDataObject;
	/** JSON body. */
	body?: object;
	/** Makes a multipart body, anew for each try, because streams in it can be read only once. */
	form?: () => Promise<FormData>;
	/** `stream` leaves the body of a success unread, for files of any size. */
	answer?: 'json' | 'stream';
}

/** What the service answered. Header names are lower case. */
export interface ServiceAnswer {
	status: number;
	headers: Readonly<Record<string, string | undefined>>;
	body: unknown;
}

/** A value as one part of a path: an ID can't leave its place in the address. */
export function pathPart(value: string): string {
	return encodeURIComponent(value);
}
