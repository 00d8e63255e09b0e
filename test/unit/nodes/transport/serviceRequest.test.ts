import { pathPart } from '../../../../nodes/shared/transport/serviceRequest';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';

test.each(['.', '..'])("'%s' is no part of a path: it would mean another one", (id) => {
	expect(() => pathPart(id)).toThrow(WebDataError);
});

test.each([
	['../x', '..%2Fx'],
	['a?b#c', 'a%3Fb%23c'],
	['...', '...'],
	['job-1', 'job-1'],
])("'%s' stays one part of a path", (id, expected) => {
	expect(pathPart(id)).toBe(expected);
});
