import { z } from 'zod';
import type { LogFilter } from '../db/logs.ts';
import { type LogQuery, readLogQuery } from '../logs/handlers.ts';

export const LOGS_PER_PAGE = 25;

/** The filter form as it was sent; empty fields are texts without characters. */
export interface LogForm {
	status: string;
	searchTerm: string;
	dateStart: string;
	dateEnd: string;
}

/** What the page of logs is asked to show. */
export interface LogRequest {
	form: LogForm;
	filter: LogFilter;
	page: number;
	/** Why a part of the form was left out. */
	problem: string | undefined;
}

const text = z.string().trim().max(1000).catch('');
const formSchema = z.object({
	status: text,
	searchTerm: text,
	dateStart: text,
	dateEnd: text,
	page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});

const statusSchema = z.enum(['success', 'error', 'in_progress']).optional();
const daySchema = z.string().date().optional();

/** Reads the address of a page of logs, by the rules of the API's own listings. */
export function readLogRequest(query: unknown): LogRequest {
	const { page, ...form } = formSchema.parse(query);
	const status = statusSchema.safeParse(form.status || undefined);
	const dateStart = daySchema.safeParse(form.dateStart || undefined);
	const dateEnd = daySchema.safeParse(form.dateEnd || undefined);
	const accepted = {
		page,
		limit: LOGS_PER_PAGE,
		...(status.data !== undefined && { status: status.data }),
		...(form.searchTerm !== '' && { searchTerm: form.searchTerm }),
		...(dateStart.data !== undefined && { dateStart: dateStart.data }),
		...(dateEnd.data !== undefined && { dateEnd: dateEnd.data }),
	} satisfies LogQuery;
	const areDaysFine = dateStart.success && dateEnd.success;
	return {
		form,
		filter: readLogQuery(accepted).filter,
		page,
		problem: areDaysFine ? undefined : 'Give days as year, month and day, such as 2026-11-21.',
	};
}

/** Address of a page of the same listing. */
export function linkToLogs(path: string, form: LogForm, page: number): string {
	const set = Object.entries(form).filter(([, value]) => value !== '');
	const query = new URLSearchParams([...set, ['page', String(page)]]);
	return `${path}?${query}`;
}
