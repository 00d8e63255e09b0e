import { DecoratorHandler, type Dispatcher } from 'undici';
import { PackedBody } from '../net/packedBody.ts';

type Controller = Dispatcher.DispatchController;
type Headers = Record<string, string | string[] | undefined>;

/** What the class of the package does, which its types leave out: it hands everything on. */
interface HandsOn {
	onResponseStart(controller: Controller, status: number, headers: Headers, words?: string): void;
	onResponseData(controller: Controller, part: Buffer): void;
	onResponseEnd(controller: Controller, trailers: Headers): void;
	onResponseError(controller: Controller, error: Error): void;
}

const Decorator = DecoratorHandler as unknown as new (
	handler: Dispatcher.DispatchHandler,
) => HandsOn;

/** Has an answer fail whose packed body breaks off: `fetch` takes what it could unpack for all of it. */
export const failCutBodies: Dispatcher.DispatcherComposeInterceptor =
	(dispatch) => (options, handler) =>
		dispatch(options, new CutBodyHandler(handler));

class CutBodyHandler extends Decorator {
	#body: PackedBody | undefined;

	override onResponseStart(...parts: Parameters<HandsOn['onResponseStart']>): void {
		const encoding = parts[2]['content-encoding'];
		this.#body = typeof encoding === 'string' ? PackedBody.follow(encoding) : undefined;
		super.onResponseStart(...parts);
	}

	override onResponseData(controller: Controller, part: Buffer): void {
		this.#body?.add(part);
		super.onResponseData(controller, part);
	}

	override onResponseEnd(controller: Controller, trailers: Headers): void {
		if (this.#body?.isCut() === true) {
			super.onResponseError(controller, new Error('the packed answer was cut off'));
		} else {
			super.onResponseEnd(controller, trailers);
		}
	}
}
