import type { INodeProperties } from 'n8n-workflow';

/** Whether screenshots become binary fields. */
export const downloadScreenshotsOption: INodeProperties = {
	displayName: 'Download Screenshots',
	name: 'downloadScreenshots',
	type: 'boolean',
	default: false,
	description:
		"Whether to put screenshots into binary fields whose names start with 'screenshot'. Needs 'Screenshot'.",
};
