import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { UsageRepository } from '../../db/usage.ts';
import { listPeriods } from '../../usage/periods.ts';
import { readVisit } from '../access/guards.ts';
import { sendPage } from '../pages.ts';
import { showPage } from '../view/layout.ts';
import { showUsage } from './usagePage.ts';

const querySchema = z.object({ range: z.enum(['7d', '30d', 'weekly']).catch('7d') });

/** The usage figures as charts. */
export function registerUsage(server: FastifyInstance, usage: UsageRepository): void {
	server.get('/usage', async (request, reply) => {
		const { formToken } = readVisit(request);
		const { range } = querySchema.parse(request.query);
		const sums = listPeriods(range, new Date()).map(async (period) => ({
			label: period.label,
			date: period.date,
			totals: await usage.sum(period.startMs, period.endMs),
		}));
		const points = await Promise.all(sums);
		const content = showUsage(range, points);
		return sendPage(reply, showPage({ title: 'Usage', place: '/usage', formToken, content }));
	});
}
