Feature: Prices

  Scenario: A price is set
    Given the seller is on "/price"
    When Actwright runs "Fill the price as {{price}} and submit"
      | name  | value |
      | price | 19.50 |
    Then the page shows "$19.50"
