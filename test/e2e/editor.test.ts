/**
 * What users see in n8n's editor. One test file, because a browser that has loaded the editor goes on to the
 * next workflow for a tenth of what loading it takes.
 */
import './editor/panels';
import './editor/firstUse';
import './editor/pickedNode';
