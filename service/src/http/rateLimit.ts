import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ApiError } from './apiError.ts';

interface Window {
	count: number;
	endsAtMs: number;
}

const SWEEP_ABOVE_ADDRESSES = 1000;

/**
 * Counts requests per address in fixed windows, polling included, and says so in the
 * `RateLimit-…` headers of every answer (gaps page, "Everywhere").
 * @returns a fastify hook; throws 429 with `Retry-After` when the window is used up
 */
export function createRateLimit({ requests: limit, windowSeconds }: Config['rateLimit']) {
	const windows = new Map<string, Window>();

	const sweep = (nowMs: number): void => {
		if (windows.size < SWEEP_ABOVE_ADDRESSES) return;
		for (const [address, { endsAtMs }] of windows) {
			if (endsAtMs <= nowMs) windows.delete(address);
		}
	};

	const takeWindow = (address: string, nowMs: number): Window => {
		const current = windows.get(address);
		if (current !== undefined && current.endsAtMs > nowMs) return current;
		sweep(nowMs);
		const fresh = { count: 0, endsAtMs: nowMs + windowSeconds * 1000 };
		windows.set(address, fresh);
		return fresh;
	};

	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		if (limit === 0) return;
		const nowMs = Date.now();
		const window = takeWindow(request.ip, nowMs);
		window.count += 1;
		const resetSeconds = Math.ceil((window.endsAtMs - nowMs) / 1000);
		reply.headers({
			'RateLimit-Limit': limit,
			'RateLimit-Remaining': Math.max(0, limit - window.count),
			'RateLimit-Reset': resetSeconds,
		});
		if (window.count <= limit) return;
		throw new ApiError(
			429,
			`Rate limit of ${limit} requests in ${windowSeconds} seconds reached. ` +
				`Try again in ${resetSeconds} seconds.`,
			{ retryAfterSeconds: resetSeconds },
		);
	};
}
