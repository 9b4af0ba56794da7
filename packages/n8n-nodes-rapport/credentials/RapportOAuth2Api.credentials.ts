import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/** An application that the operator of Rapport has registered for this n8n. */
export class RapportOAuth2Api implements ICredentialType {
  name = 'rapportOAuth2Api';
  extends = ['oAuth2Api'];
  displayName = 'Rapport OAuth2 API';
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
    // The flow with PKCE beside the secret of the application.
    hidden('Grant Type', 'grantType', 'pkce'),
    hidden('Authorization URL', 'authUrl', '={{$self["baseUrl"].replace(/\\/+$/, "")}}/oauth/authorize'),
    hidden('Access Token URL', 'accessTokenUrl', '={{$self["baseUrl"].replace(/\\/+$/, "")}}/oauth/token'),
    {
      displayName: 'Scope',
      name: 'scope',
      type: 'string',
      default: 'write webhooks',
      description: 'What it asks for: "read webhooks" is enough where a workflow changes nothing',
    },
    hidden('Auth URI Query Parameters', 'authQueryParameters', ''),
    hidden('Authentication', 'authentication', 'header'),
  ];
}

function hidden(displayName: string, name: string, value: string): INodeProperties {
  return { displayName, name, type: 'hidden', default: value };
}
