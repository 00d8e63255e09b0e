import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';
import { WebDataExtractionApi } from '../../credentials/WebDataExtractionApi.credentials';

/** One credential of the package's type, authenticated by the credential class itself. */
export class CredentialsOf extends ICredentialsHelper {
	readonly #credential: ICredentialDataDecryptedObject;

	constructor(credential: ICredentialDataDecryptedObject) {
		super();
		this.#credential = credential;
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

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.#credential };
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(): INodeProperties[] {
		return new WebDataExtractionApi().properties;
	}
}
