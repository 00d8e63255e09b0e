import { convertPage } from '../page/convertPage.ts';
import { linksIn, readMarkdownText } from '../page/markdownText.ts';
import { serveTasks } from '../workers/serveTasks.ts';
import { answerByRules } from './answerByRules.ts';

/** What the processes that read pages do: the program of their thread. */
const CONTENT_TASKS = { convertPage, readMarkdownText, linksIn, answerByRules };

export type ContentTasks = typeof CONTENT_TASKS;

serveTasks(CONTENT_TASKS);
