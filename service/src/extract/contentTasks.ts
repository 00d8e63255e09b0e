import { type ConversionRequest, convertPage } from '@web-data-extraction/page/convertPage';
import { convertStaticPage } from '@web-data-extraction/page/staticPage';
import { linksIn, readMarkdownText } from '@web-data-extraction/page/markdownText';
import { serveTasks } from '../workers/serveTasks.ts';
import { answerByRules } from '@web-data-extraction/fields/answerByRules';
import { findSources } from '@web-data-extraction/fields/findSources';
import { readPick } from '@web-data-extraction/fields/readPick';
import { readPinned } from '@web-data-extraction/fields/readPinned';

/** What the processes that read pages do: the program of their thread. */
const CONTENT_TASKS = {
	convertPage: (request: ConversionRequest) => convertPage(request),
	convertStaticPage,
	readMarkdownText,
	linksIn,
	answerByRules,
	readPinned,
	findSources,
	readPick,
};

export type ContentTasks = typeof CONTENT_TASKS;

serveTasks(CONTENT_TASKS);
