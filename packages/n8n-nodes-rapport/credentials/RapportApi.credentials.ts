import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

/** A personal access token. Its test asks whose it is. */
export class RapportApi implements ICredentialType {
  name = 'rapportApi';
  displayName = 'Rapport API';
  icon = { light: 'file:../icons/rapport.svg', dark: 'file:../icons/rapport.dark.svg' } as const;
  documentationUrl = 'https://docs.n8n.io/integrations/community-nodes/installation/';

  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://crm.example.com',
      description: 'Where your Rapport is',
    },
    {
      displayName: 'Access Token',
      name: 'accessToken',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'From Settings → Account Details in Rapport, with the scopes that your workflows need',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.accessToken}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/api/v2/me' },
  };
}
