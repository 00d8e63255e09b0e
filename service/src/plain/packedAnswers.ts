import { DecoratorHandler, type Dispatcher } from 'undici';
import { PackedBody } from '../net/packedBody.ts';

type Controller = Dispatcher.DispatchController;
type Headers = Record<string, string | string[] | undefined>;

/** What the class of the package does, which its types leave out: it hands everything on. */
interface HandsOn {
	onResponseStart(controller: Controller, status: number, headers: Headers, words?: string): void;
	onResponseData(controller: Controller, part: Buffer): void;
	onResponseEnd(controller: Controller, trailers: Headers): void;
}

const Decorator = DecoratorHandler as unknown as new (
	handler: Dispatcher.DispatchHandler,
) => HandsOn;

/**
 * Notes the addresses of answers whose packed body breaks off: `fetch` takes what it could unpack for all.
 * @param note is called before the last of such a body is handed on
 */
export const noteCutBodies =
	(note: (address: string) => void): Dispatcher.DispatcherComposeInterceptor =>
	(dispatch) =>
	(options, handler) =>
		dispatch(
			options,
			new CutBodyHandler(handler, () => note(new URL(options.path, options.origin).href)),
		);

class CutBodyHandler extends Decorator {
	readonly #note: () => void;
	#body: PackedBody | undefined;

	constructor(handler: Dispatcher.DispatchHandler, note: () => void) {
		super(handler);
		this.#note = note;
	}

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
		if (this.#body?.isCut() === true) this.#note();
		super.onResponseEnd(controller, trailers);
	}
}
