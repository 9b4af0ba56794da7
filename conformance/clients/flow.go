// golang.org/x/oauth2: the whole way, without PKCE.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"time"

	"golang.org/x/oauth2"
)

func main() {
	var settings map[string]string
	check(json.Unmarshal([]byte(os.Args[1]), &settings))
	base := settings["base_url"]
	config := &oauth2.Config{
		ClientID:     settings["client_id"],
		ClientSecret: settings["client_secret"],
		RedirectURL:  settings["redirect_uri"],
		Scopes:       []string{"*"},
		Endpoint:     oauth2.Endpoint{AuthURL: base + "/oauth/authorize", TokenURL: base + "/oauth/token"},
	}
	fmt.Println(config.AuthCodeURL("state"))
	line, _, err := bufio.NewReader(os.Stdin).ReadLine()
	check(err)
	back, err := url.Parse(string(line))
	check(err)
	ctx := context.Background()
	token, err := config.Exchange(ctx, back.Query().Get("code"))
	check(err)
	call(config, token, base)
	token.Expiry = time.Now().Add(-time.Hour)
	call(config, token, base)
	fmt.Println("works")
}

func call(config *oauth2.Config, token *oauth2.Token, base string) {
	response, err := config.Client(context.Background(), token).Get(base + "/api/v1/logins")
	check(err)
	if response.StatusCode != 200 {
		panic(response.Status)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
