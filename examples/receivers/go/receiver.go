// A complete receiver: PORT=4000 SIGNING_SECRET=… go run receiver.go
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
)

var secretForm = regexp.MustCompile(`^(whsec_)?[A-Za-z0-9]{60}$`)
var signatureForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

func main() {
	secrets := strings.Split(os.Getenv("SIGNING_SECRET"), ",")
	if !secretForm.MatchString(secrets[0]) {
		log.Fatal("A signing secret has 60 letters and digits. Is SIGNING_SECRET set?")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("Receiving on http://%s", listener.Addr())
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(answer, request.Body, 2<<20)) // 2 MiB
		if err != nil {
			answer.WriteHeader(http.StatusRequestEntityTooLarge)
		} else if !verify(body, request.Header.Get("X-Signature"), secrets) {
			answer.WriteHeader(http.StatusUnauthorized)
		} else {
			// Your own work goes here. Start slow work with `go`: the service waits 15 s at most.
			log.Printf("%.200s", body)
			answer.WriteHeader(http.StatusNoContent)
		}
	})))
}

// verify tells whether a secret signed the raw bytes of the body; signature is the X-Signature header.
func verify(body []byte, signature string, secrets []string) bool {
	isGenuine := false
	for _, secret := range secrets {
		hash := hmac.New(sha256.New, []byte(strings.TrimPrefix(secret, "whsec_")))
		hash.Write(body)
		expected := hex.EncodeToString(hash.Sum(nil))
		isGenuine = isGenuine || secretForm.MatchString(secret) && hmac.Equal([]byte(signature), []byte(expected))
	}
	return isGenuine && signatureForm.MatchString(signature)
}
