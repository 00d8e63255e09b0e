import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type INodeCredentialsDetails,
	type IHttpRequestOptions,
	type IWorkflowExecuteAdditionalData,
	type INodeProperties,
} from 'n8n-workflow';
import { WebDataExtractionApi } from '../../credentials/WebDataExtractionApi.credentials';

/** A credential of each type, by type; that of the API is authenticated by the credential class itself. */
export class CredentialsOf extends ICredentialsHelper {
	readonly #credentials: Readonly<Record<string, ICredentialDataDecryptedObject>>;

	constructor(credentials: Readonly<Record<string, ICredentialDataDecryptedObject>>) {
		super();
		this.#credentials = credentials;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credential: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = new WebDataExtractionApi();
		if (typeof authenticate !== 'function') throw new Error('Only n8n itself reads expressions');
		return await authenticate(credential, options);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Encrypted credentials are not part of these tests');
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		return { ...this.#credentials[type] };
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(): INodeProperties[] {
		return new WebDataExtractionApi().properties;
	}
}
