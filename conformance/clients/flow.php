<?php
// league/oauth2-client: the whole way, without PKCE.
require 'League/OAuth2/Client/autoload.php';

$settings = json_decode($argv[1], true);
$base = $settings['base_url'];
$provider = new League\OAuth2\Client\Provider\GenericProvider([
    'clientId' => $settings['client_id'],
    'clientSecret' => $settings['client_secret'],
    'redirectUri' => $settings['redirect_uri'],
    'urlAuthorize' => "$base/oauth/authorize",
    'urlAccessToken' => "$base/oauth/token",
    'urlResourceOwnerDetails' => "$base/api/v2/me",
    'scopes' => '*',
]);
echo $provider->getAuthorizationUrl(), "\n";
parse_str(parse_url(trim(fgets(STDIN)), PHP_URL_QUERY), $back);
$token = $provider->getAccessToken('authorization_code', ['code' => $back['code']]);
$provider->getResourceOwner($token);
$next = $provider->getAccessToken('refresh_token', ['refresh_token' => $token->getRefreshToken()]);
$provider->getResourceOwner($next);
echo "works\n";
