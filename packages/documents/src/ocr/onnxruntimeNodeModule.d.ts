/** The parts of `onnxruntime-node` used here; its version without an install script has no types. */
declare module 'onnxruntime-node' {
	class Tensor {
		constructor(type: 'float32', data: Float32Array, dims: readonly number[]);
		readonly data: unknown;
		readonly dims: readonly number[];
	}
	interface SessionOptions {
		intraOpNumThreads: number;
		interOpNumThreads: number;
		enableCpuMemArena: boolean;
		enableMemPattern: boolean;
		/** 3: errors. */
		logSeverityLevel: 0 | 1 | 2 | 3 | 4;
	}
	class InferenceSession {
		/** @param path of the model's file */
		static create(path: string, options: SessionOptions): Promise<InferenceSession>;
		readonly inputNames: readonly string[];
		readonly outputNames: readonly string[];
		run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
	}
}
