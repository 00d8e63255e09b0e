import { type ConversionRequest, convertPage } from '../page/convertPage.ts';
import { convertStaticPage } from '../page/staticPage.ts';
import { linksIn, readMarkdownText } from '../page/markdownText.ts';
import { serveTasks } from '../workers/serveTasks.ts';
import { answerByRules } from './answerByRules.ts';
import { readPinned } from './pinned/readPinned.ts';

/** What the processes that read pages do: the program of their thread. */
const CONTENT_TASKS = {
	convertPage: (request: ConversionRequest) => convertPage(request),
	convertStaticPage,
	readMarkdownText,
	linksIn,
	answerByRules,
	readPinned,
};

export type ContentTasks = typeof CONTENT_TASKS;

serveTasks(CONTENT_TASKS);
