import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

/** What opens pages behind a login, so that it stands in no workflow. The nodes test it. */
export class WebDataLoginApi implements ICredentialType {
	name = 'webDataLoginApi';

	displayName = 'Web Data Login API';

	icon: Icon = {
		light: 'file:../icons/webDataLogin.svg',
		dark: 'file:../icons/webDataLogin.dark.svg',
	};

	documentationUrl = 'https://example.com/n8n-nodes-web-data-extraction#pages-behind-a-login';

	properties: INodeProperties[] = [
		{
			displayName: 'Cookies',
			name: 'cookieSecret',
			type: 'string',
			// Several rows, because a field of one row drops the line breaks of what is pasted. n8n masks both.
			typeOptions: { password: true, rows: 4 },
			default: '',
			placeholder: 'e.g. session=abc; theme=dark',
			description:
				"Session cookies: name=value pairs separated by semicolons, or rows pasted from the browser's developer tools. They are sent to every site that the node opens, except those that name their domain.",
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
