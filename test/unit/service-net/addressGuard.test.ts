import {
	AddressNotAllowedError,
	createAddressPolicy,
	describeForbiddenAddress,
	type ResolvedAddress,
} from '../../../service/src/net/addressGuard.ts';

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });

const NAMES: Record<string, ResolvedAddress[]> = {
	'shop.example': [v4('93.184.216.34')],
	'intranet.example': [v4('10.1.2.3')],
	'mixed.example': [v4('93.184.216.34'), v4('127.0.0.1')],
	localhost: [v4('127.0.0.1')],
};

/** A resolver with fixed answers that counts its questions; IP addresses answer for themselves. */
function createResolver() {
	const asked: string[] = [];
	const resolveHost = async (hostname: string): Promise<ResolvedAddress[]> => {
		asked.push(hostname);
		const isAddress = /^[\d.]+$/.test(hostname) || hostname.includes(':');
		const answer = isAddress ? [v4(hostname)] : NAMES[hostname];
		if (answer === undefined) throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
		return answer;
	};
	return { asked, resolveHost };
}

const createGuard = (
	allowPrivateAddresses: boolean | string[] = false,
	target = 'https://shop.example/',
) =>
	createAddressPolicy({
		allowPrivateAddresses,
		resolveHost: createResolver().resolveHost,
	}).forTarget(target);

describe('describeForbiddenAddress', () => {
	it.each([
		['127.0.0.1', 'a loopback address'],
		['127.255.255.254', 'a loopback address'],
		['0.0.0.0', 'an unspecified address'],
		['10.0.0.1', 'a private address'],
		['172.16.0.1', 'a private address'],
		['172.31.255.255', 'a private address'],
		['192.168.1.1', 'a private address'],
		['169.254.169.254', 'a link-local address'],
		['100.64.0.1', 'a carrier-grade NAT address'],
		['224.0.0.1', 'a multicast address'],
		['255.255.255.255', 'a broadcast address'],
		['192.0.2.1', 'a reserved address'],
		['198.18.0.1', 'a reserved address'],
		['240.0.0.1', 'a reserved address'],
		['::1', 'a loopback address'],
		['::', 'an unspecified address'],
		['fe80::1', 'a link-local address'],
		['fc00::1', 'a private address'],
		['fd12:3456::1', 'a private address'],
		['ff02::1', 'a multicast address'],
		['::ffff:127.0.0.1', 'a loopback address'],
		['::ffff:a00:1', 'a private address'],
		['64:ff9b::a9fe:a9fe', 'a link-local address'],
		['::7f00:1', 'a reserved address'],
		['::127.0.0.1', 'a loopback address'],
		['2002:7f00:1::', 'a reserved address'],
		['2001:db8::1', 'a reserved address'],
		['2606:4700::5efe:7f00:1', 'a reserved address'],
		['2606:4700::200:5efe:10.0.0.1', 'a reserved address'],
		['64:ff9b:1::7f00:1', 'a reserved address'],
		['168.63.129.16', 'an address of the cloud it runs in'],
		['::ffff:168.63.129.16', 'an address of the cloud it runs in'],
		['64:ff9b::a83f:8110', 'an address of the cloud it runs in'],
		['nonsense', 'not an IP address'],
	])('names %s %s', (address, reason) => {
		expect(describeForbiddenAddress(address)).toBe(reason);
	});

	it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '64:ff9b::808:808'])(
		'lets the public address %s pass',
		(address) => {
			expect(describeForbiddenAddress(address)).toBeUndefined();
		},
	);
});

describe('The address guard', () => {
	it.each(['https://shop.example/', 'http://shop.example:8080/path', 'http://unknown.example/'])(
		'lets %s pass',
		async (url) => {
			await expect(createGuard().assertUrlAllowed(url)).resolves.toBeUndefined();
		},
	);

	it.each([
		['http://localhost/', 'localhost (127.0.0.1) is a loopback address'],
		['http://intranet.example/', 'intranet.example (10.1.2.3) is a private address'],
		['http://mixed.example/', 'mixed.example (127.0.0.1) is a loopback address'],
		['http://2130706433/', '127.0.0.1 is a loopback address'],
		['http://0x7f.1/', '127.0.0.1 is a loopback address'],
		['http://[::1]:8080/', '::1 is a loopback address'],
		['http://[::ffff:10.0.0.1]/', '::ffff:a00:1 is a private address'],
		['http://169.254.169.254/latest/meta-data', '169.254.169.254 is a link-local address'],
	])('refuses %s and says why', async (url, reason) => {
		const refusal = createGuard().assertUrlAllowed(url);
		await expect(refusal).rejects.toThrow(AddressNotAllowedError);
		await expect(refusal).rejects.toThrow(
			`${reason}, which this service does not open; to allow it, add the host to ALLOW_PRIVATE_ADDRESSES`,
		);
	});

	it.each([
		...[
			'0177.0.0.1',
			'017700000001',
			'0x7f000001',
			'0x7f.0.0.1',
			'127.1',
			'127.0.1',
			'0',
			'0.0.0.0',
		],
		...[
			'127.0.0.1.',
			'LOCALHOST',
			'loc\u00adalhost',
			'user:word@127.0.0.1',
			'127.0.0.1\\@shop.example',
		],
		...['127%2e0%2e0%2e1', '%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', '①②⑦.⓪.⓪.①'],
		...[
			'[::]',
			'[0:0:0:0:0:ffff:7f00:0001]',
			'[::127.0.0.1]',
			'[64:ff9b::7f00:1]',
			'[2002:7f00:1::]',
		],
		...['0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '[::ffff:a9fe:a9fe]', '[fd00:ec2::254]'],
	])('refuses a private address however it is written: %s', async (host) => {
		const refusal = createGuard().assertUrlAllowed(`http://${host}/`);
		await expect(refusal).rejects.toThrow(AddressNotAllowedError);
	});

	it.each(['0x5db8d822', '1572395042', '0135.0270.0330.042', '９３.184。216.34', '93.184.216.34.'])(
		'lets a public address pass however it is written: %s',
		async (host) => {
			await expect(createGuard().assertUrlAllowed(`http://${host}/`)).resolves.toBeUndefined();
		},
	);

	it.each(['file:///etc/passwd', 'ftp://shop.example/', 'javascript:alert(1)', 'data:text/html,x'])(
		'refuses %s for its scheme',
		async (url) => {
			await expect(createGuard(true).assertUrlAllowed(url)).rejects.toThrow(
				/Only http and https addresses can be opened, not (file|ftp|javascript|data)/,
			);
		},
	);

	it('refuses what is not an address', async () => {
		await expect(createGuard().assertUrlAllowed('shop')).rejects.toThrow(
			'"shop" is not a web address',
		);
	});

	it('opens everything to jobs that name a private host, when it is told to', async () => {
		const guard = createGuard(true, 'http://localhost/');
		await expect(guard.assertUrlAllowed('http://localhost/')).resolves.toBeUndefined();
		await expect(guard.assertUrlAllowed('http://intranet.example/')).resolves.toBeUndefined();
	});

	it('opens nothing to a name of which only some addresses are private, nor later', async () => {
		const answers = [[v4('93.184.216.34')], [v4('127.0.0.1')]];
		const resolveHost = async (hostname: string) =>
			hostname === 'rebinding.example' ? (answers.shift() ?? [v4('127.0.0.1')]) : [v4('10.9.9.9')];
		const policy = createAddressPolicy({ allowPrivateAddresses: true, resolveHost });
		const rebinding = policy.forTarget('http://rebinding.example/');
		const mixed = createGuard(true, 'http://mixed.example/');
		const now = jest.spyOn(Date, 'now').mockReturnValue(0);
		await expect(rebinding.assertUrlAllowed('http://10.9.9.9/')).rejects.toThrow(/private/);
		now.mockReturnValue(60_000);
		await expect(rebinding.assertUrlAllowed('http://rebinding.example/')).rejects.toThrow(
			/loopback/,
		);
		await expect(rebinding.assertUrlAllowed('http://10.9.9.9/')).rejects.toThrow(/private/);
		await expect(mixed.assertUrlAllowed('http://intranet.example/')).rejects.toThrow(/private/);
	});

	it.each(['127.0.0.1', '169.254.169.254', '0.0.0.0', '::ffff:10.0.0.1', 'fd00:ec2::254'])(
		'refuses a name that was public as soon as it also leads to %s, to open jobs and new ones',
		async (address) => {
			const [open, turned] = [v4('93.184.216.34'), v4(address)];
			const answers = [[open], [open, turned], [turned]];
			const resolveHost = async () => answers.shift() ?? [turned];
			const policy = createAddressPolicy({ allowPrivateAddresses: false, resolveHost });
			const now = jest.spyOn(Date, 'now').mockReturnValue(0);
			const guard = policy.forTarget('http://turning.example/');
			await expect(guard.resolveAllowed('turning.example', 80)).resolves.toEqual([open]);
			for (const laterMs of [31_000, 62_000, 93_000]) {
				now.mockReturnValue(laterMs);
				for (const each of [guard, policy.forTarget('http://turning.example/')]) {
					const refusal = each.resolveAllowed('turning.example', 80);
					await expect(refusal).rejects.toThrow(AddressNotAllowedError);
				}
			}
		},
	);

	it.each(['169.254.169.254', '168.63.129.16', '100.100.100.200', '[fd00:ec2::254]', '[fe80::1]'])(
		'keeps the cloud’s own address %s closed where all private ones are open',
		async (host) => {
			const url = `http://${host}/`;
			await expect(createGuard(true, 'http://localhost/').assertUrlAllowed(url)).rejects.toThrow();
			await expect(createGuard(true, url).assertUrlAllowed(url)).rejects.toThrow();
			await createGuard([host], url).assertUrlAllowed(url);
		},
	);

	it('opens public hosts alone where no address is named', async () => {
		const policy = createAddressPolicy({
			allowPrivateAddresses: true,
			resolveHost: createResolver().resolveHost,
		});
		await policy.forTarget(undefined).assertUrlAllowed('https://shop.example/');
		await expect(policy.forTarget(undefined).assertUrlAllowed('http://localhost/')).rejects.toThrow(
			/loopback/,
		);
	});

	it('opens named hosts, with any port or with theirs only', async () => {
		const allowed = ['Intranet.example', 'localhost:8080', '::1'];
		const guardOf = (target: string) => createGuard(allowed, target);
		await guardOf('http://intranet.example/').assertUrlAllowed('http://intranet.example:99/');
		const local = guardOf('http://localhost:8080/');
		await local.assertUrlAllowed('http://localhost:8080/');
		await guardOf('http://[::1]/').assertUrlAllowed('http://[::1]/');
		await expect(local.assertUrlAllowed('http://localhost:8081/')).rejects.toThrow(/loopback/);
		await expect(
			guardOf('http://127.0.0.1:8080/').assertUrlAllowed('http://127.0.0.1:8080/'),
		).rejects.toThrow(/loopback/);
	});

	it('takes a name with the dot at its end for the same host', async () => {
		const local = createGuard(['localhost'], 'http://localhost./');
		await expect(local.resolveAllowed('localhost.', 80)).resolves.toEqual(NAMES['localhost']);
		await expect(createGuard().assertUrlAllowed('http://intranet.example./')).rejects.toThrow(
			/private/,
		);
	});

	it.each([true, ['localhost', 'intranet.example']])(
		'keeps allowed private hosts closed to jobs that name a public one (%j)',
		async (allowed) => {
			const guard = createGuard(allowed, 'https://shop.example/');
			await guard.assertUrlAllowed('https://shop.example/');
			for (const url of ['http://localhost/', 'http://intranet.example/']) {
				await expect(guard.assertUrlAllowed(url)).rejects.toThrow(
					/which this service opens only for jobs whose own address names it/,
				);
			}
		},
	);

	it('keeps one listed private host closed to jobs that name another', async () => {
		const guard = createGuard(['localhost', 'intranet.example'], 'http://localhost/');
		await expect(guard.assertUrlAllowed('http://intranet.example/')).rejects.toThrow(
			/opens only for jobs/,
		);
	});

	it('rejects a name that does not resolve when a connection is to be made', async () => {
		await expect(createGuard().resolveAllowed('unknown.example', 80)).rejects.toMatchObject({
			code: 'ENOTFOUND',
		});
	});

	it('asks once for a host that is used many times, and again after half a minute', async () => {
		const { asked, resolveHost } = createResolver();
		const guard = createAddressPolicy({ allowPrivateAddresses: false, resolveHost }).forTarget(
			'https://shop.example/',
		);
		const now = jest.spyOn(Date, 'now').mockReturnValue(0);
		await guard.resolveAllowed('shop.example', 80);
		await guard.resolveAllowed('shop.example', 443);
		expect(asked).toEqual(['shop.example']);
		now.mockReturnValue(30_001);
		await guard.resolveAllowed('shop.example', 80);
		expect(asked).toEqual(['shop.example', 'shop.example']);
	});

	it('does not remember that a name failed', async () => {
		const { asked, resolveHost } = createResolver();
		const guard = createAddressPolicy({ allowPrivateAddresses: false, resolveHost }).forTarget(
			'https://shop.example/',
		);
		await guard.assertUrlAllowed('http://unknown.example/');
		await guard.assertUrlAllowed('http://unknown.example/');
		expect(asked).toHaveLength(2);
	});
});
