import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

/** The login of one website, kept out of workflows. The nodes test it (`testedBy` in their description). */
export class WebDataLoginApi implements ICredentialType {
	name = 'webDataLoginApi';

	displayName = 'Web Data Login API';

	icon: Icon = {
		light: 'file:../icons/webDataLogin.svg',
		dark: 'file:../icons/webDataLogin.dark.svg',
	};

	documentationUrl = 'https://example.com/n8n-nodes-web-data-extraction#troubleshooting';

	properties: INodeProperties[] = [
		{
			displayName: 'Site',
			name: 'site',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. shop.example.com',
			description:
				'Host name of the website that this login is for. Cookies, user name and password are sent only to this host and its subdomains; nodes reject other addresses.',
		},
		{
			displayName: 'Cookies',
			name: 'cookieSecret',
			type: 'string',
			// Several rows, because a field of one row drops the line breaks of what is pasted. n8n masks both.
			typeOptions: { password: true, rows: 4 },
			default: '',
			placeholder: 'e.g. session=abc; theme=dark',
			description:
				"Session cookies: name=value pairs separated by semicolons, or rows pasted from the browser's developer tools. Cookies with a domain are sent to that domain only.",
		},
		{
			displayName: 'User Name',
			name: 'userName',
			type: 'string',
			default: '',
			placeholder: 'e.g. anna@example.com',
			description: "What the browser action 'Type User Name' of Web Data Scrape enters",
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: "What the browser action 'Type Password' of Web Data Scrape enters",
		},
	];
}
