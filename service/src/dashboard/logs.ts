import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import type { FileStore } from '../files/fileStore.ts';
import { readVisit } from './session.ts';
import { sendPage } from './pages.ts';
import { showPage } from './view/layout.ts';
import type { LogDetail, LogKind } from './logKinds.ts';
import { showLogDetail, showLogs, toResultText } from './logsPage.ts';
import { LOGS_PER_PAGE, readLogRequest } from './logForm.ts';

interface LogTools {
	/** The first one is shown first. */
	kinds: readonly [LogKind, ...LogKind[]];
	files: FileStore;
}

type LogRoute = { Params: { uuid: string } };

/** The logs: listed with filters, shown one by one, downloaded. */
export function registerLogs(server: FastifyInstance, { kinds, files }: LogTools): void {
	server.get('/logs', (_request, reply) => reply.redirect(`/logs/${kinds[0].name}`, 303));
	for (const kind of kinds) registerKind(server, kind, { kinds, files });
}

function registerKind(server: FastifyInstance, kind: LogKind, { kinds, files }: LogTools): void {
	const path = `/logs/${kind.name}`;

	const find = async (request: FastifyRequest, uuid: string): Promise<LogDetail> => {
		const found = await kind.find(uuid, (name) => linkFile(request, files, name));
		if (found === undefined) throw new ApiError(404, 'There is no such log.');
		return found;
	};

	server.get(path, async (request, reply) => {
		const { formToken } = readVisit(request);
		const asked = readLogRequest(request.query);
		const { rows, total } = await kind.paginate(asked.filter, asked.page, LOGS_PER_PAGE);
		const content = showLogs({ kind, kinds, asked, rows, total });
		if (asked.problem !== undefined) reply.code(400);
		return sendPage(reply, showPage({ title: 'Logs', place: '/logs', formToken, content }));
	});

	server.get<LogRoute>(`${path}/:uuid`, async (request, reply) => {
		const { formToken } = readVisit(request);
		const content = showLogDetail(kind, await find(request, request.params.uuid));

		return sendPage(reply, showPage({ title: kind.title, place: '/logs', formToken, content }));
	});

	server.get<LogRoute>(`${path}/:uuid/result`, async (request, reply) => {
		const { row, result } = await find(request, request.params.uuid);
		if (result === null || result === undefined) {
			throw new ApiError(404, 'This log has no result.');
		}
		const { text, extension, contentType } = toResultText(result);
		const fileName = `${kind.name}-${row.uuid}.${extension}`;
		return reply
			.type(contentType)
			.header('Content-Disposition', `attachment; filename="${fileName}"`)
			.send(text);
	});
}
