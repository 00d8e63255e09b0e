import type { FastifyReply } from 'fastify';
import type { Html } from './view/html.ts';

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
	return reply.type('text/html; charset=utf-8').send(page.markup);
}
